import { test } from 'vitest'
import { deliverSample, jsonFiles, receiving, SAMPLES } from './support/deliver.ts'

receiving()

test.each(jsonFiles(SAMPLES))('the alert sample %s becomes the expected incidents', deliverSample)
