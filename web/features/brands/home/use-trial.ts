import { useEffect, useState } from 'react'
import type { Trial } from '#contract/trials.ts'
import { ApiError } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'

/** How far the try of a photo is; `photo` is the address of the visitor's own file in this browser, `isLimit`: no try is left today. */
export type Trying =
  | { step: 'idle' }
  | { step: 'working'; photo: string }
  | { step: 'done'; photo: string; trial: Trial }
  | { step: 'failed'; message: string; isLimit: boolean }

/** Has a tool work on a photo of a visitor who has no account. */
export function useTrial(): { trying: Trying; choose(file: File): void } {
  const [trying, setTrying] = useState<Trying>({ step: 'idle' })
  const photo = 'photo' in trying ? trying.photo : null
  useEffect(() => (photo === null ? undefined : () => URL.revokeObjectURL(photo)), [photo])
  async function work(file: File): Promise<void> {
    const address = URL.createObjectURL(file)
    setTrying({ step: 'working', photo: address })
    try {
      // Only who tries needs it.
      const { sendTrial } = await import('./send-trial.ts')
      const trial = await sendTrial(file)
      setTrying({ step: 'done', photo: address, trial })
    } catch (error) {
      const isLimit = error instanceof ApiError && error.code === 'throttled'
      setTrying({ step: 'failed', message: messageOf(error), isLimit })
    }
  }
  return { trying, choose: (file) => void work(file) }
}
