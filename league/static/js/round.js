// What a round has for who runs it.
import "./live.js";
import "./check-in.js";
import "./seating.js";
