/** What tenants are told of a model that cannot be used. Why is for the operator: it names files and hosts. */
export function modelNotReady(taskName: string): string {
  return `The model for ${taskName} is not ready on this server. The operator can find the reason in the worker's log and at /readyz.`
}
