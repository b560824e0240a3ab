import { STYLES } from '#contract/styles.ts'
import { useTexts } from './texts.ts'

/** Names of styles in the page's language; null is none, and one that is not known keeps its id. */
export function useStyleName(): (id: string | null) => string {
  const t = useTexts()
  return (id) => {
    if (id === null) return t('none')
    const style = STYLES.find((one) => one.id === id)
    return style ? t(`style.${style.id}`) : id
  }
}
