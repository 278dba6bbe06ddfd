#!/bin/bash
# Run once by the database's image, when its volume is empty.
set -euo pipefail
# While scripts run, the server can be reached by its socket only, whatever PGHOST says.
PGHOST='' psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" \
  --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" --set=issuer="$ISSUER_PASSWORD" <<'SQL'
create role walkaround_owner login password :'owner';
create role walkaround_app login nosuperuser nobypassrls password :'app';
create database walkaround owner walkaround_owner;
create role issuer login password :'issuer';
create database issuer owner issuer;
SQL
