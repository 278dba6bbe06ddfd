import { resolve } from 'node:path'
import { buildAppsIfChanged } from './app-builds.ts'

// Builds the console and the capture app, each only if it has changed since it was built last.
for (const app of buildAppsIfChanged(resolve(import.meta.dirname, '../..'))) console.log(`${app} was built`)
