-- no transaction: batch after batch, so that no writer waits for long.
call note_old_search_keys(500);
