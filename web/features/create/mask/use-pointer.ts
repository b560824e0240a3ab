import { useState } from 'react'
import { handleError } from '#web/lib/errors.ts'
import { useTexts } from './texts.ts'
import type { BoardPick } from './use-brush.ts'
import type { PointAt } from './use-pointing.ts'

/**
 * Pressing on objects in place of painting.
 * @param point null: nothing selects here
 * @param erase whether a press takes away
 */
export function usePointer(point: PointAt | null, erase: boolean) {
  const t = useTexts()
  const [isOn, setOn] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function take(at: Parameters<PointAt>[0]): Promise<string | null> {
    // One object after the other: what is selected next may depend on what was.
    if (point === null || isBusy) return null
    setBusy(true)
    try {
      await point(at, erase)
      return t('maskEditor.selected')
    } catch (error) {
      handleError(error)
      return null
    } finally {
      setBusy(false)
    }
  }

  const pick: BoardPick | undefined = point === null ? undefined : { active: isOn, key: 'o', take }
  return { pick, isOn, isBusy, toggle: () => setOn(!isOn) }
}
