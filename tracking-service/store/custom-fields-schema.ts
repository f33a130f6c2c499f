import { customType, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type {
  CustomDataType,
  CustomEntityType,
  CustomReferenceType,
  FieldValidation,
} from "@/lib/contract/custom-field";

/** The tables of migrations/0003-custom-fields.sql as drizzle definitions. */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Any JSON value. drizzle's own jsonb would parse a text that looks like a number, "5", a second time. */
const anyJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});

export const customFieldDefinitions = pgTable("custom_field_definitions", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  entityType: text("entity_type").$type<CustomEntityType>().notNull(),
  apiSlug: text("api_slug").notNull(),
  displayName: text("display_name").notNull(),
  dataType: text("data_type").$type<CustomDataType>().notNull(),
  description: text(),
  referenceType: text("reference_type").$type<CustomReferenceType>(),
  validation: jsonb().$type<FieldValidation>(),
  defaultFormat: text("default_format"),
  defaultValue: anyJson("default_value"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const customFieldOptions = pgTable("custom_field_options", {
  id: uuid().primaryKey(),
  definitionId: uuid("definition_id").notNull(),
  label: text().notNull(),
  value: text().notNull(),
  position: integer().notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const customFields = pgTable("custom_fields", {
  id: uuid().primaryKey(),
  accountId: uuid("account_id").notNull(),
  definitionId: uuid("definition_id").notNull(),
  entityId: uuid("entity_id").notNull(),
  value: anyJson(),
  updatedByKeyId: uuid("updated_by_key_id"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
