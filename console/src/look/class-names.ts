import { twMerge } from 'tailwind-merge'

/** Joins class names; of two that say different things the later wins. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return twMerge(names.filter(Boolean).join(' '))
}
