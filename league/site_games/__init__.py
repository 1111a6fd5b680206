"""The games of the site, a module or a package for each; the setting SITE_GAMES lists them."""
