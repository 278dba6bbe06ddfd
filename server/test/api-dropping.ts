import { Database } from '../src/platform/database.ts'

// The API with a hub that loses one event now and then: a check that does not see it sees nothing.
// Use: node api-dropping.ts <every how manieth>
const every = Number(process.argv[2])
if (!(every > 1)) throw new Error('every how manieth event is to be lost is needed')
const listAll = Database.prototype.listPublishedEvents
Database.prototype.listPublishedEvents = async function (after, most) {
  const rows = await listAll.call(this, after, most)
  return rows.filter((row) => row.position % every !== 0)
}
await import('../src/api.ts')
