import { Button, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import { BATCH_LIMITS } from '#contract/values/jobs/batch.ts'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { SourcePicker } from '#web/features/generate/source/source-picker.tsx'
import { useTexts } from '../texts.ts'
import classes from './input.module.css'
import type { Input } from './use-input.ts'

/** Chooses an image for a tool among those that are there, or several where the tool takes them. */
export function InputPicker({ input, onClose }: { input: Input; onClose: () => void }) {
  const t = useTexts()
  const { many } = input
  const [several, setSeveral] = useState(many?.active === true)
  const [chosen, setChosen] = useState<readonly SourcePicture[]>([])

  function choose(id: string, picture: SourcePicture): void {
    if (!several) {
      input.choose(id)
      onClose()
      return
    }
    const rest = chosen.filter((one) => one.id !== id)
    const room = BATCH_LIMITS.jobs - (many?.pictures.length ?? 0)
    if (rest.length < chosen.length) setChosen(rest)
    else if (chosen.length < room) setChosen([...chosen, picture])
  }

  function finish(): void {
    if (input.picture && many?.active === false) many.put([input.picture, ...chosen])
    else many?.put(chosen)
    onClose()
  }

  return (
    <SourcePicker
      verb={t('input.use')}
      several={
        many && (
          <Group justify="space-between" mb="sm" className={classes.several}>
            <Switch
              label={t('inputPicker.several')}
              checked={several}
              onChange={({ currentTarget }) => {
                setSeveral(currentTarget.checked)
                setChosen([])
              }}
            />
            {several && (
              <Button disabled={chosen.length === 0} onClick={finish}>
                {t('inputPicker.use', { count: chosen.length })}
              </Button>
            )}
          </Group>
        )
      }
      chosen={several ? new Set(chosen.map(({ id }) => id)) : undefined}
      onClose={onClose}
      onChoose={choose}
    />
  )
}
