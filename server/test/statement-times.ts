import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs, QueryId } from 'kysely'

/** How long each statement of a Kysely instance took, and the most rows that one returned or changed. */
export class StatementTimes implements KyselyPlugin {
  private readonly startedMs = new WeakMap<QueryId, number>()
  readonly tookMs: number[] = []
  mostRows = 0

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    this.startedMs.set(queryId, performance.now())
    return node
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs) {
    const startedMs = this.startedMs.get(queryId)
    // Those of pg-boss come as text.
    if (startedMs !== undefined) this.tookMs.push(performance.now() - startedMs)
    this.mostRows = Math.max(this.mostRows, result.rows.length, Number(result.numAffectedRows ?? 0))
    return result
  }
}
