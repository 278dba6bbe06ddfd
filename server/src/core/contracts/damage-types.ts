export { DAMAGE_TYPES, type DamageType } from '@walkaround/catalog/damage-types'
