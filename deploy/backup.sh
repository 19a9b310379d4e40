#!/bin/sh
# backup.sh FOLDER HUB…: writes hub-DATE.ndjson.gz into FOLDER and keeps the newest 14. HUB is the hub's command.
# The file is useless without the key file, which belongs somewhere else.
set -eu
folder=$1
shift
umask 077
mkdir -p "$folder"
draft="$folder/.draft"
status=$({ { "$@" backup || echo failed >&3; } | gzip > "$draft"; } 3>&1)
if [ -n "$status" ]; then
  rm -f "$draft"
  echo "backup.sh: the hub's backup failed" >&2
  exit 1
fi
sync "$draft"
mv "$draft" "$folder/hub-$(date -u +%Y%m%dT%H%M%SZ).ndjson.gz"
ls -1 "$folder"/hub-*.ndjson.gz | sort -r | tail -n +15 | while read -r old; do rm -f "$old"; done
