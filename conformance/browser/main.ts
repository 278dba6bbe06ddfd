import { Checks } from '../checks.ts'
import { http } from '../http-client.ts'
import { checkCrossOrigin } from './cross-origin.ts'
import { checkPreflights } from './preflights.ts'

const checks = new Checks('browser')
await checkPreflights(checks)
await checkCrossOrigin(checks)
await http.close()
checks.end()
