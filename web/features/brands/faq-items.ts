import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import type { Brand } from '#brands/index.ts'

export interface FaqItem {
  question: string
  answer: string
}

const account: FaqItem[] = [
  {
    question: 'What does a credit buy?',
    answer:
      'One credit is one image of up to one megapixel. Larger images and some tools cost more; the price stands on the button before you press it, and you pay only for images that were delivered.',
  },
  {
    question: 'What is free?',
    answer: `Every account with a verified email gets 40 credits each calendar month. They do not roll over. Opening the app adds a small daily bonus that lasts until the end of the next day. Your first ${FREE_PICTURES_A_MONTH} images each month have no watermark, whichever credits you use. Later ones carry a small watermark until you have a paid plan or buy a credit pack.`,
  },
  {
    question: 'Do credits expire?',
    answer:
      'Credits of a plan are for one month and do not roll over. Extra credits that you buy in packs never expire. We always spend the credits that expire first.',
  },
  {
    question: 'Can I change or cancel my plan?',
    answer:
      'An upgrade takes effect at once and you pay only the difference for the rest of the period. A downgrade or a cancellation takes effect at the end of the period you have paid for.',
  },
  {
    question: 'Which payment methods are there?',
    answer:
      'Cards, PayPal, Apple Pay and Google Pay. The payment page shows those that work in your country and on your device.',
  },
]

const generator: FaqItem[] = [
  {
    question: 'How do I get a good image?',
    answer:
      'Say what is in it first, then how it looks: the subject, the place, the light, the style. Short and concrete works better than long. Keep the seed when you change a word, so that you see what the word does.',
  },
  {
    question: 'Which model makes the images?',
    answer:
      'A small text-to-image model of our own that runs on the machine of this site, without a graphics card. It draws small, clear illustrations, not photographs, and its images are enlarged to the size you ask for. An operator can add other engines.',
  },
  {
    question: 'What happens if a generation fails?',
    answer:
      'The credits of every image that was not delivered come back by themselves. Your statement on the dashboard shows each step.',
  },
  {
    question: 'May I use the images commercially?',
    answer: 'Paid plans allow commercial use. On the free plan images are for personal use.',
  },
  {
    question: 'Who can see my images?',
    answer: 'Only you, until you publish an image yourself.',
  },
]

const headshot: FaqItem[] = [
  {
    question: 'Can I make headshots now?',
    answer:
      'Not yet. This site is being built; accounts and credits work, making headshots does not. Nothing is charged for it until it does.',
  },
  {
    question: 'Which photos will I need?',
    answer:
      'Four to twenty everyday photos of you alone, with your face clearly visible, in different light and from different sides.',
  },
  {
    question: 'What happens to my photos?',
    answer:
      'They will be used to make your images and for nothing else, and will be deleted when you say so, at the latest after 30 days.',
  },
]

/** The questions that a brand answers. */
export const faqItems: Record<Brand['faq'], FaqItem[]> = {
  generator: [...generator, ...account],
  headshot: [...headshot, ...account],
}
