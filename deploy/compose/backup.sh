#!/bin/bash
# Objects are written once and never changed: those that are not in the copy yet are copied. The database comes first, so that
# the copy has every object that the dump names.
set -uo pipefail
folder=${BACKUP_DIR:-/backups}
objects=${OBJECTS_DIR:-/objects}
keep_days=14

back_up() {
  local name
  name=$(date -u +%Y-%m-%dT%H%M%SZ) || return 1
  for database in walkaround issuer; do
    pg_dump --format=custom --file="$folder/.unfinished" "$database" || return 1
    mv "$folder/.unfinished" "$folder/$database-$name.dump" || return 1
  done
  mkdir -p "$folder/objects" && cp --archive --no-clobber "$objects/." "$folder/objects/" || return 1
  find "$folder" -maxdepth 1 -name '*.dump' -mtime +$keep_days -delete
  echo "backed up $name"
}

if [ "${1:-}" = once ]; then
  back_up
  exit
fi
# The first process of a container is not ended by a signal that it does not name.
trap exit INT TERM
while true; do
  if back_up; then
    seconds=86400
  else
    echo "the backup failed; trying again in a minute" >&2
    seconds=60
  fi
  sleep "$seconds" &
  wait
done
