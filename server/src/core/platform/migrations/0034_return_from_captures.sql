-- Where a person goes once a capture is finished. Links from before lead nowhere.
alter table capture_links add column return_url text;
