const MEDIA = 'https://example.com/a.jpg'

const AUDIENCE = { filter: { contact: { groups: { ids: { in: ['grp_01kjm3y0q0d5w2h7n4c6e8rtvx'] } } } } }

const COMPOSED = { numbers: ['+12025550123'] }

const LANGUAGE = { field: 'contact_custom_field_1', default: 'English', variants: { Spanish: { body: 'Hola' } } }

/** Requests that are nested in other requests. */
const REQUESTS = {
  BatchFields: { from: '+12025550100', recipients: [{ to: '+12025550123', body: 'Hi', mediaUrl: MEDIA }] },
  AutoPauseFields: { failedOver: 0.2, atLeast: 500 },
  CanaryFields: { recipients: 500 },
  BroadcastFields: {
    from: '+12025550100',
    body: 'Hi',
    mediaUrl: MEDIA,
    recipients: Array.from({ length: 100 }, () => ({ to: '+12025550123' })),
  },
  SendFields: { to: '+12025550123', from: '+12025550100', body: 'Hi', mediaUrl: MEDIA },
  ScheduleFields: {
    audience: AUDIENCE,
    from: '+12025550100',
    body: 'Hi',
    schedule: { at: '2026-03-08T09:00', timezone: 'America/New_York' },
  },
}

/** A short valid request for each schema. It has both `body` and `mediaUrl`, so that either can be removed. */
export const LEAST_REQUESTS: Record<string, Record<string, unknown>> = {
  NoteFields: { body: 'Call back' },
  StartImportFields: { groups: [] },
  TagFields: { name: 'Summer' },
  TrackingLinkChanges: { target: 'https://shop.example.com/sale' },
  ...REQUESTS,
  TemplateFields: { name: 'Welcome', body: 'Hi', mediaUrl: MEDIA },
  TemplateLanguageFields: LANGUAGE,
  TemplateRefFields: { id: 'tpl_01kjm3y0q0d5w2h7n4c6e8rtvx' },
  Declaration: { account: { name: 'Acme' } },
  AccountFields: { name: 'Acme' },
  ApiKeyFields: { id: 'key_1' },
  BatchPreviewFields: { kind: 'batch', request: REQUESTS.BatchFields },
  BroadcastPreviewFields: { kind: 'broadcast', request: REQUESTS.BroadcastFields },
  CarrierTestFields: { to: '+12025550123', from: '+12025550100' },
  ContactListFields: { name: 'VIP', phoneNumbers: ['+12025550123'] },
  CustomFieldFields: { key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' },
  FrequencyCapFields: { messages: 2, per: '24h' },
  PoolFields: { name: 'East', numbers: ['+12025550100'] },
  SendingWindowFields: { days: ['mon'], from: '08:00', to: '21:00' },
  GroupFields: { name: 'VIP' },
  ImportMappingFields: { columns: ['phoneNumber'] },
  MessagePreviewFields: { kind: 'message', request: REQUESTS.SendFields },
  NewAccountFields: { name: 'Acme' },
  NewUserFields: { email: 'ann@example.com' },
  NumberFields: { number: '+12025550100' },
  SkipFields: { wallClock: '2026-03-09T09:00' },
  SchedulePreviewFields: { kind: 'schedule', request: REQUESTS.ScheduleFields },
  SegmentFields: { name: 'VIP', ...AUDIENCE },
  FilterCountFields: AUDIENCE,
  AudienceFields: AUDIENCE,
  TimetablePreviewFields: { schedule: REQUESTS.ScheduleFields.schedule },
  TimetableFields: REQUESTS.ScheduleFields.schedule,
  RecurrenceFields: { frequency: 'daily', interval: 1, endType: 'never' },
  WaveFields: { recipientsPerWave: 500, waveIntervalMinutes: 10 },
  ListScheduleFields: {
    list: 'New customers',
    from: '+12025550100',
    body: 'Hi',
    schedule: REQUESTS.ScheduleFields.schedule,
  },
  UserRoleFields: { account: 'acc_01kjm3y0q0d5w2h7n4c6e8rtvx', role: 'viewer' },
  AcceptLinkFields: { token: 'a-token', password: 'correct horse battery' },
  AccountInviteFields: { email: 'ann@example.com', role: 'viewer' },
  AccountRoleFields: { role: 'viewer' },
  ComposeFields: { audience: COMPOSED, from: '+12025550100', body: 'Hi', idempotencyKey: 'once' },
  ComposePreviewFields: { audience: COMPOSED, from: '+12025550100', body: 'Hi' },
  ComposeSamplesFields: { audience: COMPOSED, body: 'Hi' },
  DraftChanges: { body: '', numbers: [], form: {} },
  DraftFields: { body: '', numbers: [], form: {} },
  LinkFields: { token: 'a-token' },
  OwnPasswordFields: { current: 'correct horse battery', new: 'correct horse staple' },
  SignInFields: { email: 'ann@example.com', password: 'correct horse battery' },
  TrackingLinkFields: { link: 'go.example.com/sale', target: 'https://example.com' },
  ReplayEventFields: { eventId: 'evt_01kjmma2g0007vq7wrdymx37zc' },
  ReplaySpanFields: { from: '2026-03-01T12:00:00Z', to: '2026-03-01T13:00:00Z' },
  WebhookFields: { url: 'https://example.com/hook', events: ['message.sent'] },
}
