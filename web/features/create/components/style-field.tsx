import { Text, UnstyledButton } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconBan } from '@tabler/icons-react'
import { STYLES } from '#contract/styles.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import { useTexts } from '../texts.ts'
import classes from './create.module.css'
import { RadioTiles } from '../panel/radio-tiles.tsx'

/**
 * Style presets as small pictures that the model itself made.
 * @param props.same groups of styles in which the prompt comes out the same; of each one is shown
 */
export function StyleField({ same }: { same: readonly (readonly string[])[] }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const label = useId()
  const shown = STYLES.filter(({ id }) => {
    const group = same.find((one) => one.includes(id)) ?? []
    const first = group.find((one) => one === form.style) ?? group[0] ?? id
    return first === id
  })
  return (
    <div>
      <Text size="sm" fw={700} id={label} mb={8}>
        {t('styleField.label')}
      </Text>
      <RadioTiles className={classes.styles} label={label}>
        <UnstyledButton
          role="radio"
          aria-checked={form.style === null}
          tabIndex={form.style === null ? 0 : -1}
          data-checked={form.style === null || undefined}
          className={classes.styleButton}
          onClick={() => change({ style: null })}
        >
          <span className={classes.styleNone} aria-hidden>
            <IconBan size={22} stroke={1.5} />
          </span>
          <span>{t('styleField.none')}</span>
        </UnstyledButton>
        {shown.map((style) => (
          <UnstyledButton
            key={style.id}
            role="radio"
            aria-checked={form.style === style.id}
            tabIndex={form.style === style.id ? 0 : -1}
            data-checked={form.style === style.id || undefined}
            className={classes.styleButton}
            onClick={() => change({ style: style.id })}
          >
            <img src={`/styles/${style.id}.webp`} alt="" width={64} height={64} loading="lazy" />
            <span>{t(`style.${style.id}`)}</span>
          </UnstyledButton>
        ))}
      </RadioTiles>
    </div>
  )
}
