import type { Page } from '@playwright/test'

/** The least that a pointer can be asked to hit, in px (WCAG 2.2, 2.5.8). */
export const LEAST_TARGET = 24

/**
 * The controls in view whose target is smaller than 24 px in either direction, by what they are: buttons of any size,
 * fields, steppers, thumbs, switches and choices. Links within a text are as high as their line.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const CONTROLS = [
      'button',
      'input:not([type="hidden"], [type="file"])',
      'select',
      'textarea',
      '[role="slider"]',
      '[role="radio"]',
      '[role="tab"]',
      '[role="menuitem"]',
      '[role="switch"]',
      'summary',
      'nav a',
    ].join()
    /** What is clicked for a control that is drawn by something else, such as the field of a switch. */
    const targetsOf = (control: Element): Element[] => [
      control,
      ...(control instanceof HTMLInputElement ? (control.labels ?? []) : []),
    ]
    const faults: string[] = []
    for (const control of document.querySelectorAll(CONTROLS)) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        // A hidden field counts by its label, which is what one sees.
        if (!(control instanceof HTMLInputElement) || !control.labels?.length) continue
      }
      const boxes = targetsOf(control).map((target) => {
        const box = target.getBoundingClientRect()
        // A thumb takes more of the pointer than it shows.
        const around = getComputedStyle(target, '::after')
        const more = around.content === 'none' || around.position !== 'absolute' ? 0 : 1
        return {
          width: Math.max(box.width, more * parseFloat(around.width) || 0),
          height: Math.max(box.height, more * parseFloat(around.height) || 0),
        }
      })
      if (boxes.every(({ width, height }) => width < 2 || height < 2)) continue
      if (boxes.some(({ width, height }) => Math.min(width, height) >= least - 0.01)) continue
      const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 30)
      const { width = 0, height = 0 } = boxes[0] ?? {}
      const size = `${width.toFixed(0)} x ${height.toFixed(0)}`
      const kind = control.getAttribute('role') ?? control.localName
      faults.push(`${kind} "${name}" (${control.classList[0] ?? ''}): ${size}`)
    }
    return faults
  }, LEAST_TARGET)
}
