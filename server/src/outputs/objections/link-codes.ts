import { randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// Without I, L, O and U, which people take for other characters (Crockford's base 32).
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10
const HASH_BYTES = 32
const derive = promisify<string, string, number, Buffer>(scrypt)

/** 50 random bits that a person can type: with a few tries an hour nobody guesses them. */
export function makeCode(): string {
  const text = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`
}

/** What is kept of a code: slow to compute, because 50 bits alone could be tried out with a copy of the database. */
export async function hashCode(linkId: string, code: string): Promise<string> {
  return (await derive(readCode(code), linkId, HASH_BYTES)).toString('hex')
}

export async function isCodeOf(linkId: string, code: string, hash: string): Promise<boolean> {
  return timingSafeEqual(Buffer.from(await hashCode(linkId, code)), Buffer.from(hash))
}

/** As people type it: small letters, spaces, and the letters that are left out for those they look like. */
function readCode(text: string): string {
  return text
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '')
}
