/** Plans, payments and credits: errors, the lines of plans and of the statement. */
export const BILLING = {
  // Lines of plans
  '{{{count}}} credits every month': '{{{count}}} créditos cada mes',
  'All AI tools unlocked': 'Todas las herramientas de IA',
  'Faster generations': 'Creaciones más rápidas',
  'Hi-res generations': 'Imágenes en alta resolución',
  'Queue up to {{{count}}} generations': 'Hasta {{{count}}} creaciones en cola',
  'Train your own models': 'Entrena tus propios modelos',
  'Train {{{count}}} models a month': 'Entrena {{{count}}} modelos al mes',
  'Commercial use': 'Uso comercial',
  'Pro Upscale': 'Ampliación pro',
  'Priority support': 'Soporte prioritario',

  // Payments
  '{count} credits': '{count} créditos',
  '{count} credit': '{count} crédito',
  '{plan} plan': 'Plan {plan}',
  // Lines of invoices, as the provider words them
  'Unused time on {said} after {day}': '{said}: tiempo sin usar después del {day}',
  'Remaining time on {said} from {day}': '{said}: tiempo restante desde el {day}',
  '{plan} plan, monthly': 'Plan {plan}, mensual',
  '{plan} plan, yearly': 'Plan {plan}, anual',
  'Change to {said}': 'Cambio: {said}',
  'A set of headshots': 'Una serie de retratos',

  // Lines of the statement
  '{plan} plan: credits until {day}': 'Plan {plan}: créditos hasta el {day}',
  'Changed to {plan}: credits until {day}': 'Cambio a {plan}: créditos hasta el {day}',
  'Changed to {plan} monthly: credits until {day}':
    'Cambio a {plan} mensual: créditos hasta el {day}',
  'Changed to {plan} yearly: credits until {day}': 'Cambio a {plan} anual: créditos hasta el {day}',
  '{count} credits bought': '{count} créditos comprados',
  'Free credits for {month}': 'Créditos gratis de {month}',
  'No free credits for {month}: already granted to this mailbox':
    'Sin créditos gratis de {month}: ya se otorgaron a este buzón',
  'Login bonus of {day}': 'Bono de inicio de sesión del {day}',
  'Unspent: {said}': 'Sin gastar: {said}',
  "Unspent: {said} of the plan's month": 'Sin gastar: {said} del mes del plan',
  'Unspent: {said} of the free month': 'Sin gastar: {said} del mes gratis',
  'Unspent: {said} of the login bonus': 'Sin gastar: {said} del bono de inicio de sesión',
  'Account deleted: {said} were left': 'Cuenta eliminada: quedaban {said}',
  'Removed: the payment of {said} was refunded': 'Retirados: se reembolsó el pago de {said}',
  'Returned after expiry: {said}': 'Devueltos después de vencer: {said}',
  'Held: the payment of these credits is disputed':
    'Reservados: el pago de estos créditos está en disputa',
  'Held: nothing was paid for this plan, and it has ended':
    'Reservados: no se pagó nada por este plan y terminó',
  'Held: you are withdrawing from this purchase': 'Reservados: estás desistiendo de esta compra',
  'Held: the purchase behind an invitation was paid back':
    'Reservados: la compra de una invitación se devolvió',
  'Removed: the purchase behind an invitation was paid back':
    'Retirados: la compra de una invitación se devolvió',
  'Invitation: somebody you invited has paid for the first time':
    'Invitación: una persona que invitaste pagó por primera vez',
  'Invitation: you joined by a link and have paid for the first time':
    'Invitación: te uniste por un enlace y pagaste por primera vez',
  'No longer held': 'Ya no están reservados',
  'Removed: you withdrew from the purchase': 'Retirados: desististe de la compra',
  'No longer held: the dispute is over': 'Ya no están reservados: la disputa terminó',
  'Removed: nothing was paid for this plan, and it has ended':
    'Retirados: no se pagó nada por este plan, y terminó',
  'Removed: the dispute was lost': 'Retirados: la disputa se perdió',
  'Removed: the payment was refunded': 'Retirados: el pago se reembolsó',
  'Removed: their payment was refunded': 'Retirados: su pago se reembolsó',
  'Removed: the plan was lowered from {from} to {to}': 'Retirados: el plan bajó de {from} a {to}',
  'Given back: the refund of their payment failed': 'Devueltos: el reembolso de su pago falló',
  'Not used: {said}': 'Sin usar: {said}',
  'Canceled: {said}': 'Cancelado: {said}',
  'Not delivered: {said}': 'Sin entregar: {said}',
  'Not charged: {said}': 'No se cobró: {said}',
  'Blocked by moderation: {said}': 'Bloqueado por la moderación: {said}',
  'Image {number} of {count}': 'Imagen {number} de {count}',
  'Video, {seconds} s': 'Video, {seconds} s',
  'Training of {name}': 'Entrenamiento de {name}',
  'Headshot {number}, drawn once more': 'Retrato {number}, dibujado otra vez',
  'Headshots: not drawn': 'Retratos: sin dibujar',
  '{said_title}, {count} shots': '{said_title}, {count} tomas',
  '{said_title}, {count} shots again': '{said_title}, {count} tomas de nuevo',
} as const
