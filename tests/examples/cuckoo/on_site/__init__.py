"""What the site says and asks of Cuckoo: a module for each of the site's interfaces."""
