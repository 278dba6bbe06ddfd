import { it } from 'vitest'
import { COSTLY_REPORTS, requireBounds } from '../../../../test/costly-reports.ts'

it.each(COSTLY_REPORTS)('verify works within bounds on %s', requireBounds)
