// What a table's own pages have, also those that a phone shows without network.
import "./entry.js";
import "./offline-entry.js";
import "./handover.js";
import "./handover-receive.js";
