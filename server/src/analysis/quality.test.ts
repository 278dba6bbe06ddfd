import { testQuality } from '../../test/spoiled-pictures.ts'

// All of them are looked at in quality.full.test.ts.
testQuality({ every: 4, spared: 1 })
