-- no transaction: batch after batch, so that no writer waits for long. Who changes a vehicle waits for the batch that notes it.
call note_old_search_keys(100);
