import type { Said, Text } from './text.ts'

const START = '{"key":'

/** A text as a message of zod, which is a string; `fault` of the contract does the same. */
export const packFault = ({ key, values }: Text): string => JSON.stringify({ key, values })

/** The text of a message of zod; zod's own messages are English sentences. */
export const readFault = (message: string): Said =>
  message.startsWith(START) ? (JSON.parse(message) as Text) : message
