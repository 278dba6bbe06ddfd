import { createHash, randomBytes } from 'node:crypto'

const SECRET = /^[\w-]{43}$/

/** 256 random bits: nobody guesses one. */
export const newSecret = () => randomBytes(32).toString('base64url')

export const isSecret = (text: string) => SECRET.test(text)

/** What is kept of the secret of a link, or of the token of a device. */
export const secretDigest = (secret: string) => createHash('sha256').update(secret).digest('hex')
