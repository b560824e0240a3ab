/** A button high enough for a finger; a long label has a second line, for a card is narrow. */
export const TALL_BUTTON = {
  h: 'auto',
  mih: 44,
  styles: { inner: { minHeight: 42 }, label: { whiteSpace: 'normal', lineHeight: 1.25 } },
} as const
