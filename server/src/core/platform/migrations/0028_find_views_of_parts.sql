-- no transaction: writers go on while the index is built.
-- Parts are listed where a picture shows them.
create index concurrently if not exists views_part on views (org_id, part_id) where part_id is not null;
