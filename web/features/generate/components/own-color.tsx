import { IconPalette } from '@tabler/icons-react'
import classes from './swatches.module.css'

/**
 * A swatch behind which the browser lets any color be chosen.
 * @param props.color as `#rrggbb`; `checked` when it is one that no other swatch offers
 */
export function OwnColor({
  label,
  color,
  checked,
  onChange,
}: {
  label: string
  color: string
  checked: boolean
  onChange: (color: string) => void
}) {
  return (
    <label
      className={classes.swatch}
      data-checked={checked || undefined}
      style={checked ? { background: color } : undefined}
      title={label}
    >
      <IconPalette size={18} aria-hidden />
      <input
        type="color"
        className={classes.color}
        aria-label={label}
        value={color}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}
