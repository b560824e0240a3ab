import { Group, UnstyledButton } from '@mantine/core'
import { OwnColor } from '#web/features/generate/components/own-color.tsx'
import { RadioTiles } from '#web/features/generate/panel/radio-tiles.tsx'
import classes from '#web/features/generate/components/swatches.module.css'
import { useTexts } from './texts.ts'

const COLORS = {
  black: '#000000',
  white: '#ffffff',
  red: '#e03131',
  yellow: '#fab005',
  green: '#2f9e44',
  blue: '#1c7ed6',
} as const

type ColorName = keyof typeof COLORS
const NAMES = Object.keys(COLORS) as ColorName[]

/**
 * One color out of a few, or any other.
 * @param props.labelId id of the element that names the field
 * @param props.names of the colors that are offered
 * @param props.color as `#rrggbb`
 */
export function ColorField({
  labelId,
  names = NAMES,
  color,
  onChange,
}: {
  labelId: string
  names?: readonly ColorName[]
  color: string
  onChange: (color: string) => void
}) {
  const t = useTexts()
  const isOwn = names.every((name) => COLORS[name] !== color)
  return (
    <Group gap={8} wrap="nowrap">
      <RadioTiles label={labelId} className={classes.swatches}>
        {names.map((name, index) => (
          <UnstyledButton
            key={name}
            role="radio"
            aria-checked={COLORS[name] === color}
            aria-label={t(`color.${name}`)}
            title={t(`color.${name}`)}
            tabIndex={COLORS[name] === color || (isOwn && index === 0) ? 0 : -1}
            className={classes.swatch}
            data-checked={COLORS[name] === color || undefined}
            style={{ background: COLORS[name] }}
            onClick={() => onChange(COLORS[name])}
          />
        ))}
      </RadioTiles>
      <OwnColor label={t('color.another')} color={color} checked={isOwn} onChange={onChange} />
    </Group>
  )
}
