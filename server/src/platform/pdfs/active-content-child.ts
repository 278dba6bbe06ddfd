// The program in which PDFs from strangers are looked at. It is started under limits, for one file, and knows no secret.
import { readFileSync } from 'node:fs'
import { findActiveContent } from './active-content.ts'

const [, , file = ''] = process.argv
process.stdout.write(JSON.stringify(findActiveContent(readFileSync(file))))
