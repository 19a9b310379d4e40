#!/bin/sh
# restore.sh FILE HUB…: restores a backup into NATS servers that are empty. Stop the hubs before, start them after.
set -eu
file=$1
shift
gzip -t "$file"
gzip -dc "$file" | "$@" restore
