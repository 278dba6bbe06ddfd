#!/bin/bash
# In the place of the image postgres: what its entry point does with an empty volume, by the PostgreSQL of this machine.
set -euo pipefail
data=/var/lib/postgresql/data
bin=$(echo /usr/lib/postgresql/*/bin)
export PATH=$bin:$PATH
if [ "$(id -u)" -eq 0 ]; then
  install -d -o postgres -g postgres -m 700 "$data"
  install -d -o postgres -g postgres /var/run/postgresql
  exec setpriv --reuid postgres --regid postgres --clear-groups "$0"
fi
if [ ! -s "$data/PG_VERSION" ]; then
  initdb --pgdata="$data" --username="$POSTGRES_USER" --encoding=UTF8 --locale=C.UTF-8 --auth-host=scram-sha-256 --pwfile=<(echo "$POSTGRES_PASSWORD")
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  # Scripts are run while nobody else can reach the server.
  pg_ctl --pgdata="$data" --options="-c listen_addresses=''" --wait start
  for script in /docker-entrypoint-initdb.d/*.sh; do "$script"; done
  pg_ctl --pgdata="$data" --mode=fast --wait stop
fi
exec postgres -D "$data" -c 'listen_addresses=*'
