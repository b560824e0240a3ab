import { Switch } from '@mantine/core'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import type { Input } from '#web/features/tool-page/frame/use-input.ts'
import { useTexts } from './texts.ts'
import classes from './video.module.css'

/** The image that a video ends on, for those who want one. */
export function EndField({
  input,
  on,
  onSwitch,
  problem,
}: {
  input: Input
  on: boolean
  onSwitch: (on: boolean) => void
  problem: string | null
}) {
  const t = useTexts()
  return (
    <>
      <Switch
        className={classes.ends}
        label={t('videoEnd.switch')}
        checked={on}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
      {on && <InputField label={t('videoEnd.image')} input={input} problem={problem} />}
    </>
  )
}
