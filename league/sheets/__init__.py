"""Games that score sheets describe: how the site shows them."""
