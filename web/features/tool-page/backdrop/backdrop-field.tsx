import { FileButton, Text, UnstyledButton } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconPhotoPlus } from '@tabler/icons-react'
import { OwnColor } from '#web/features/generate/components/own-color.tsx'
import { RadioTiles } from '#web/features/generate/panel/radio-tiles.tsx'
import classes from '#web/features/generate/components/swatches.module.css'
import { type Backdrop, COLORS, cssOf, GRADIENTS } from './backdrop.ts'
import { type ToolTextKey, useTexts } from '../texts.ts'

interface Offer {
  label: ToolTextKey
  backdrop: Backdrop
}

const NAMES: Record<(typeof COLORS)[number], ToolTextKey> = {
  '#ffffff': 'backdrop.white',
  '#0f0e13': 'backdrop.black',
  '#e64980': 'backdrop.pink',
  '#228be6': 'backdrop.blue',
  '#40c057': 'backdrop.green',
  '#fab005': 'backdrop.yellow',
}
const GRADIENT_NAMES = [
  'backdrop.sunset',
  'backdrop.dusk',
  'backdrop.sea',
  'backdrop.studio',
] as const

const OFFERS: readonly Offer[] = [
  { label: 'backdrop.transparent', backdrop: { kind: 'none' } },
  ...COLORS.map((color) => ({ label: NAMES[color], backdrop: { kind: 'color', color } as const })),
  ...GRADIENTS.map(([from, to], index) => ({
    label: GRADIENT_NAMES[index] ?? GRADIENT_NAMES[0],
    backdrop: { kind: 'gradient', from, to } as const,
  })),
]

const ALL = ['none', 'color', 'gradient', 'image'] as const

const isSame = (one: Backdrop, other: Backdrop) => JSON.stringify(one) === JSON.stringify(other)

/** What stands behind a cut-out: nothing, a color, a gradient, or an image that does not leave the browser. */
export function BackdropField({
  backdrop,
  kinds = ALL,
  onChange,
  onFile,
}: {
  backdrop: Backdrop
  /** What is offered. */
  kinds?: readonly Backdrop['kind'][]
  onChange: (backdrop: Backdrop) => void
  /** What becomes of an image of the person's own; left out, it stays in this browser. */
  onFile?: (file: File) => void
}) {
  const t = useTexts()
  const label = useId()
  const offers = OFFERS.filter((offer) => kinds.includes(offer.backdrop.kind))
  const offered = offers.some((offer) => isSame(offer.backdrop, backdrop))
  const ownColor = backdrop.kind === 'color' && !offered
  return (
    <div className={classes.swatches}>
      <Text span id={label} fz="0.875rem">
        {t('backdrop.background')}
      </Text>
      <RadioTiles label={label} className={classes.swatches}>
        {offers.map((offer, index) => {
          const checked = isSame(offer.backdrop, backdrop)
          return (
            <UnstyledButton
              key={offer.label}
              role="radio"
              aria-checked={checked}
              aria-label={t(offer.label)}
              title={t(offer.label)}
              tabIndex={checked || (!offered && index === 0) ? 0 : -1}
              className={classes.swatch}
              data-checked={checked || undefined}
              data-empty={offer.backdrop.kind === 'none' || undefined}
              style={{ background: cssOf(offer.backdrop) }}
              onClick={() => onChange(offer.backdrop)}
            />
          )
        })}
      </RadioTiles>
      <OwnColor
        label={t('backdrop.anotherColor')}
        color={backdrop.kind === 'color' ? backdrop.color : '#888888'}
        checked={ownColor}
        onChange={(color) => onChange({ kind: 'color', color })}
      />
      {kinds.includes('image') && (
        <FileButton
          accept="image/*"
          onChange={(file) => {
            if (file === null) return
            if (onFile) onFile(file)
            else onChange({ kind: 'image', url: URL.createObjectURL(file) })
          }}
        >
          {(props) => (
            <UnstyledButton
              {...props}
              className={classes.swatch}
              data-checked={backdrop.kind === 'image' || undefined}
              style={backdrop.kind === 'image' ? { background: cssOf(backdrop) } : undefined}
              aria-label={t('backdrop.ownImage')}
              title={t('backdrop.ownImage')}
            >
              <IconPhotoPlus size={18} aria-hidden />
            </UnstyledButton>
          )}
        </FileButton>
      )}
    </div>
  )
}
