-- no transaction: batch after batch, so that no writer waits for long.
call mark_waiting_tasks(1000);
