-- A copy of a database sends no webhooks until its owner calls this: from then on, this database sends them.
create function switch_sending_on() returns void language sql volatile as $$
  update webhook_cursor set home = database_identity()
$$;
revoke all on function switch_sending_on from public;
