/**
 * How long a page may take to show what is waited for. It tells a page that hangs from one that works: ten times what the slowest takes
 * on a calm machine, and it judges nothing else.
 */
export const WATCHDOG_MS = 300_000
/** The same for tasks of many pictures. */
export const TASKS_WATCHDOG_MS = 600_000
