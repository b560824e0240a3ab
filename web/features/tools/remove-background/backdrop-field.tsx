import { FileButton, UnstyledButton } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconColorPicker, IconPhotoPlus } from '@tabler/icons-react'
import { RadioTiles } from '#web/features/create/components/radio-tiles.tsx'
import { type Backdrop, COLORS, cssOf, GRADIENTS } from './backdrop.ts'
import classes from './cutout.module.css'

interface Offer {
  label: string
  backdrop: Backdrop
}

const NAMES: Record<(typeof COLORS)[number], string> = {
  '#ffffff': 'White',
  '#0f0e13': 'Black',
  '#e64980': 'Pink',
  '#228be6': 'Blue',
  '#40c057': 'Green',
  '#fab005': 'Yellow',
}
const GRADIENT_NAMES = ['Sunset', 'Dusk', 'Sea', 'Studio']

const OFFERS: readonly Offer[] = [
  { label: 'Transparent', backdrop: { kind: 'none' } },
  ...COLORS.map((color) => ({ label: NAMES[color], backdrop: { kind: 'color', color } as const })),
  ...GRADIENTS.map(([from, to], index) => ({
    label: GRADIENT_NAMES[index] ?? 'Gradient',
    backdrop: { kind: 'gradient', from, to } as const,
  })),
]

const isSame = (one: Backdrop, other: Backdrop) => JSON.stringify(one) === JSON.stringify(other)

/** What stands behind a cut-out: nothing, a color, a gradient, or an image that does not leave the browser. */
export function BackdropField({
  backdrop,
  onChange,
}: {
  backdrop: Backdrop
  onChange: (backdrop: Backdrop) => void
}) {
  const label = useId()
  const offered = OFFERS.some((offer) => isSame(offer.backdrop, backdrop))
  const ownColor = backdrop.kind === 'color' && !offered
  return (
    <div className={classes.backdrops}>
      <span id={label} className={classes.legend}>
        Background
      </span>
      <RadioTiles label={label} className={classes.swatches}>
        {OFFERS.map((offer, index) => {
          const checked = isSame(offer.backdrop, backdrop)
          return (
            <UnstyledButton
              key={offer.label}
              role="radio"
              aria-checked={checked}
              aria-label={offer.label}
              title={offer.label}
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
      <label
        className={classes.swatch}
        data-checked={ownColor || undefined}
        style={ownColor ? { background: backdrop.color } : undefined}
        title="Another color"
      >
        <IconColorPicker size={18} aria-hidden />
        <input
          type="color"
          className={classes.color}
          aria-label="Another color"
          value={backdrop.kind === 'color' ? backdrop.color : '#888888'}
          onChange={({ currentTarget }) => onChange({ kind: 'color', color: currentTarget.value })}
        />
      </label>
      <FileButton
        accept="image/*"
        onChange={(file) => file && onChange({ kind: 'image', url: URL.createObjectURL(file) })}
      >
        {(props) => (
          <UnstyledButton
            {...props}
            className={classes.swatch}
            data-checked={backdrop.kind === 'image' || undefined}
            style={backdrop.kind === 'image' ? { background: cssOf(backdrop) } : undefined}
            aria-label="An image of yours"
            title="An image of yours"
          >
            <IconPhotoPlus size={18} aria-hidden />
          </UnstyledButton>
        )}
      </FileButton>
    </div>
  )
}
