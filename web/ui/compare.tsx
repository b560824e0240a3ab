import { type ComponentProps, type ReactNode, useState } from 'react'
import classes from './compare.module.css'

/**
 * Before and after in one place, with a divider that is dragged or moved by the arrow keys.
 * @param props.ratio width by height
 * @param props.before null when it is not there any more: then only the after is shown
 * @param props.children what lies over both, by the place of the divider in percent
 */
export function Compare({
  ratio,
  before,
  after,
  texts,
  children,
  ...pointer
}: {
  ratio: number
  before: ReactNode
  after: ReactNode
  texts: { before: string; after: string; label: string; value(share: number): string }
  children?: (at: number) => ReactNode
} & Pick<ComponentProps<'div'>, 'onPointerMove' | 'onPointerDown' | 'onPointerLeave'>) {
  const [at, setAt] = useState(50)
  return (
    <div className={classes.compare} style={{ '--ratio': ratio, '--at': `${at}%` }} {...pointer}>
      <div className={classes.after}>{after}</div>
      {before !== null && (
        <>
          <div className={classes.before}>{before}</div>
          <span className={classes.label} data-side="before" aria-hidden>
            {texts.before}
          </span>
          <span className={classes.label} data-side="after" aria-hidden>
            {texts.after}
          </span>
          <input
            type="range"
            className={classes.range}
            aria-label={texts.label}
            aria-valuetext={texts.value(at)}
            min={0}
            max={100}
            step={1}
            value={at}
            onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
          />
          <span className={classes.divider} aria-hidden>
            <span className={classes.knob} />
          </span>
        </>
      )}
      {children?.(at)}
    </div>
  )
}
