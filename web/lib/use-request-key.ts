import { useRef } from 'react'
import { randomId } from './random-id.ts'

interface RequestKeys {
  /** The same key for the same content until it was sent. */
  of(content: unknown): string
  /** From here on the same content is something new. */
  sent(): void
}

/** Keys of what a form sends: pressed again after an answer was lost, the same content is taken once. */
export function useRequestKey(): RequestKeys {
  const last = useRef<{ content: string; key: string } | null>(null)
  return {
    of(content) {
      const text = JSON.stringify(content)
      if (last.current?.content !== text) last.current = { content: text, key: randomId() }
      return last.current.key
    },
    sent() {
      last.current = null
    },
  }
}
