/** Plans, payments and credits: errors, the lines of plans and of the statement. */
export const BILLING = {
  'This is your current plan.': 'Este es tu plan actual.',
  'This price is out of date. Please look at it again.':
    'Este precio ya no es actual. Vuelve a revisarlo.',
  'You have opened another payment page in the meantime.':
    'Mientras tanto abriste otra página de pago.',
  'Too many new customers have opened a payment page from your network today. Try again tomorrow or from another network, or write to us.':
    'Hoy demasiados clientes nuevos abrieron una página de pago desde tu red. Inténtalo mañana o desde otra red, o escríbenos.',
  'Payments are not set up yet.': 'Los pagos todavía no están configurados.',
  'This code is not valid.': 'Este código no es válido.',
  'Use 3 to 40 letters, digits and dashes, beginning with a letter or digit.':
    'Usa de 3 a 40 letras, cifras y guiones, y empieza por una letra o una cifra.',
  'This code has expired.': 'Este código ya venció.',
  'This code has been used up.': 'Este código ya se agotó.',
  'You have used this code already.': 'Ya usaste este código.',
  'This code is for a first purchase only.': 'Este código solo vale para la primera compra.',
  'This code does not apply to what you have chosen.':
    'Este código no se aplica a lo que elegiste.',
  'This code does not apply to what is sold here.':
    'Este código no se aplica a lo que se vende aquí.',
  'This code is for a new plan, and you have one already.':
    'Este código es para un plan nuevo y tú ya tienes uno.',
  'This promotion has ended already.': 'Esta promoción ya terminó.',
  'There was a promotion with this code already.': 'Ya hubo una promoción con este código.',
  'Give either a percentage or a sum.': 'Indica un porcentaje o un importe.',
  'Say for how many months, or choose another duration.':
    'Indica por cuántos meses o elige otra duración.',
  'A pack is paid once.': 'Un paquete se paga una vez.',
  'A plan that is free forever is given on the page of a person, not by a code.':
    'Un plan gratis para siempre se da en la página de una persona, no con un código.',
  'This time is over already.': 'Ese momento ya pasó.',
  'This change is not planned any more.': 'Este cambio ya no está programado.',
  'A newer change holds, or this one does not yet.':
    'Rige un cambio más reciente, o este todavía no rige.',
  'This cannot be planned: change it when it is to hold.':
    'Esto no se puede programar: cámbialo cuando deba regir.',
  'Nothing is to change.': 'No hay nada que cambiar.',
  'Nothing is for sale on this site yet.': 'Todavía no hay nada a la venta en este sitio.',
  'You have no paid plan to change.': 'No tienes un plan de pago que cambiar.',
  'Your plan has an unpaid invoice. Pay it first.':
    'Hay una factura de tu plan sin pagar. Págala primero.',
  'The difference for the rest of this period is less than {money}, which is too little to charge. You can upgrade after your plan renews on {day}.':
    'La diferencia por el resto de este período es menor que {money}, demasiado poco para cobrarla. Puedes mejorar tu plan cuando se renueve, el {day}.',
  'Your plan is already canceled. It ends on {day}.':
    'Tu plan ya está cancelado. Termina el {day}.',
  'The price has changed since this page was shown. Nothing was done; please look at it again.':
    'El precio cambió desde que se mostró esta página. No se hizo nada; vuelve a revisarlo, por favor.',
  'With this, something costs nothing. Say how many purchases may be made with it.':
    'Con esto, algo no cuesta nada. Indica cuántas compras se pueden hacer con él.',
  'Your plan has changed since this page was shown. Nothing was done; please look at it again.':
    'Tu plan cambió desde que se mostró esta página. No se hizo nada; vuelve a revisarlo.',
  'Your plan has changed in the meantime. Nothing was done; please look at it again.':
    'Tu plan cambió mientras tanto. No se hizo nada; vuelve a revisarlo.',
  'A change of your plan is being made. Please wait a moment.':
    'Tu plan se está cambiando. Espera un momento.',
  'Your plan is being updated. Please try again in a minute.':
    'Tu plan se está actualizando. Inténtalo de nuevo en un minuto.',
  'Your plan is not canceled.': 'Tu plan no está cancelado.',
  'The payment provider has refused this. Nothing was charged.':
    'El proveedor de pagos rechazó la operación. No se cobró nada.',
  'The payment page cannot be opened right now. Please try again in a minute.':
    'La página de pago no se puede abrir en este momento. Inténtalo de nuevo en un minuto.',
  'The payment provider does not answer. Please try again in a minute.':
    'El proveedor de pagos no responde. Inténtalo de nuevo en un minuto.',
  'Free credits': 'Créditos gratis',
  'Your {count} free credits come on {day}, because all free credits of today are given out.':
    'Tus {count} créditos gratis llegan el {day}, porque los de hoy ya se repartieron todos.',
  'Your {count} free credits come on {day}, because other accounts on your network already got theirs today.':
    'Tus {count} créditos gratis llegan el {day}, porque otras cuentas de tu red ya recibieron los suyos hoy.',

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
  'There is no right to withdraw from this payment.': 'De este pago no se puede desistir.',
  'Nothing of this payment can be given back.': 'De este pago no se puede devolver nada.',
  'The 14 days to withdraw are over.': 'Los 14 días para desistir ya pasaron.',
  'Your bank is looking into this payment, which decides about the money first.':
    'Tu banco está revisando este pago y decide antes sobre el dinero.',
  'This payment was paid back already.': 'Este pago ya se reembolsó.',
  'Begin with the first step.': 'Empieza por el primer paso.',
  'The provider refuses to pay a withdrawal back. It is tried again: where the balance there is too low, raise it. A charge that was disputed has to be paid back by other means.':
    'El proveedor se niega a reembolsar un desistimiento. Se intenta de nuevo: si allí falta saldo, auméntalo. Un cargo que se disputó hay que devolverlo por otro medio.',
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
  'Evidence was sent for this dispute already.': 'Ya se enviaron pruebas para esta disputa.',
  'This dispute is over.': 'Esta disputa terminó.',
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
