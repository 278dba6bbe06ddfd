-- What earlier migrations left otherwise than a schema that is made at once: checks without validation, names of parts of indexes.
alter table erasures validate constraint erasures_subject_check;
alter table images validate constraint images_seen_from;
do $$
begin
  for n in 0..15 loop
    execute format('alter index inspections_%s_deleted rename to inspections_%s_org_id_deleted_at_idx', n, n);
    execute format('alter index inspections_%s_validated rename to inspections_%s_org_id_validated_at_idx', n, n);
  end loop;
end $$;
