-- Parts are named from the pixels of the whole vehicle now; the few rows of the classifier before it came from pixels as well.
update damages set part_source = 'pixels' where part_source = 'classifier';
