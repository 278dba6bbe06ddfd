import { testQuality } from '../../test/spoiled-pictures.ts'

testQuality({ every: 1, spared: 0 })
