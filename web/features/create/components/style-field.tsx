import { Text, UnstyledButton } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconBan } from '@tabler/icons-react'
import { STYLES } from '#contract/styles.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { useTexts } from '../texts.ts'
import { useStyleName } from '#web/features/generate/styles/use-style-name.ts'
import tiles from '#web/features/generate/panel/image-tiles.module.css'
import { RadioTiles } from '#web/features/generate/panel/radio-tiles.tsx'

/**
 * Style presets as small pictures that the model itself made.
 * @param props.same groups of styles in which the prompt comes out the same; of each one is shown
 */
export function StyleField({ same }: { same: readonly (readonly string[])[] }) {
  const t = useTexts()
  const nameOf = useStyleName()
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
      <RadioTiles className={tiles.tiles} label={label}>
        <UnstyledButton
          role="radio"
          aria-checked={form.style === null}
          tabIndex={form.style === null ? 0 : -1}
          data-checked={form.style === null || undefined}
          className={tiles.tile}
          onClick={() => change({ style: null })}
        >
          <span className={tiles.noImage} aria-hidden>
            <IconBan size={22} stroke={1.5} />
          </span>
          <span>{nameOf(null)}</span>
        </UnstyledButton>
        {shown.map((style) => (
          <UnstyledButton
            key={style.id}
            role="radio"
            aria-checked={form.style === style.id}
            tabIndex={form.style === style.id ? 0 : -1}
            data-checked={form.style === style.id || undefined}
            className={tiles.tile}
            onClick={() => change({ style: style.id })}
          >
            <img src={`/styles/${style.id}.webp`} alt="" width={64} height={64} loading="lazy" />
            <span>{nameOf(style.id)}</span>
          </UnstyledButton>
        ))}
      </RadioTiles>
    </div>
  )
}
