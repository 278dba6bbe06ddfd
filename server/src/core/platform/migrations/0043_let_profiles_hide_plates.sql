-- Whether people see the plate of the inspected vehicle, as the capture profiles of its links say (ADR 0062). Null: as the organization says.
alter table inspections add column keeps_own_plate boolean;
