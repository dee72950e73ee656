import { PORTS, recipe } from './adapters.js'
import {
  ChangeCustomField,
  CreateCustomField,
  ListCustomFields,
  ReadCustomFieldUses,
  RemoveCustomField,
} from './use-cases/settings/change-custom-fields.js'
import { ChangeGroup, CreateGroup, ReadGroupUses, RetireGroup } from './use-cases/settings/change-groups.js'
import { AddSender, ChangeSender, ReadSenderUses, RemoveSender } from './use-cases/settings/change-senders.js'
import { ChangeSettings, ReadSettings } from './use-cases/settings/change-settings.js'
import { CreateAccount } from './use-cases/settings/create-account.js'
import { CreateTag, ListTags, RemoveTag, RenameTag } from './use-cases/settings/change-tags.js'
import {
  ChangeTrackingLink,
  CreateTrackingLink,
  ReadTrackingLinkUses,
  RemoveTrackingLink,
} from './use-cases/settings/change-tracking-links.js'

const { clock, ids, provider, secrets, unitOfWork } = PORTS
const changeItem = { unitOfWork, clock, ids, secrets, provider }

/** The single changes of what a declaration has. */
export const SETTINGS_USE_CASES = {
  createAccount: recipe(CreateAccount, changeItem),
  readSettings: recipe(ReadSettings, { unitOfWork }),
  changeSettings: recipe(ChangeSettings, { unitOfWork, ids }),
  createGroup: recipe(CreateGroup, changeItem),
  changeGroup: recipe(ChangeGroup, changeItem),
  retireGroup: recipe(RetireGroup, { unitOfWork }),
  readGroupUses: recipe(ReadGroupUses, { unitOfWork }),
  listTags: recipe(ListTags, { unitOfWork }),
  createTag: recipe(CreateTag, { unitOfWork, clock, ids }),
  renameTag: recipe(RenameTag, { unitOfWork, clock }),
  removeTag: recipe(RemoveTag, { unitOfWork }),
  listCustomFields: recipe(ListCustomFields, { unitOfWork }),
  createCustomField: recipe(CreateCustomField, changeItem),
  changeCustomField: recipe(ChangeCustomField, changeItem),
  removeCustomField: recipe(RemoveCustomField, { unitOfWork }),
  readCustomFieldUses: recipe(ReadCustomFieldUses, { unitOfWork }),
  createTrackingLink: recipe(CreateTrackingLink, changeItem),
  changeTrackingLink: recipe(ChangeTrackingLink, changeItem),
  removeTrackingLink: recipe(RemoveTrackingLink, { unitOfWork }),
  readTrackingLinkUses: recipe(ReadTrackingLinkUses, { unitOfWork }),
  addSender: recipe(AddSender, changeItem),
  changeSender: recipe(ChangeSender, changeItem),
  removeSender: recipe(RemoveSender, { unitOfWork }),
  readSenderUses: recipe(ReadSenderUses, { unitOfWork }),
}
